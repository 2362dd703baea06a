// State of the exports of a trained model: the open lab, the video that is being made, and the last error.
import { messageOf } from '../../engine/core/file-contents.js';
import { filesOf, trainedModel, type FileName, type TrainedModel } from '../export/model-files.js';
import { saveFile } from '../../ui/save-file.js';
import type { ReactiveControllerHost } from 'lit';
import type { RunVideo } from '../export/run-video.js';
import type { Lab, Opening } from '../export/lab.js';
import type { RunClient } from '../run/run-client.js';

export class Exports {
  readonly #host: ReactiveControllerHost;
  readonly #client: RunClient;
  #lab: Lab | null = null;
  /**
   * Identifies the latest request to open the lab. If it has changed when a lab is ready, this lab was closed or
   * replaced in the meantime.
   */
  #opening: object | null = null;
  #abort = new AbortController();
  /** Share of the video that is complete, from 0 to 1; null if no video is being made. */
  videoShare: number | null = null;
  /** Message about the error of the last export; '' if there was none. */
  error = '';

  constructor(host: ReactiveControllerHost, client: RunClient) {
    this.#host = host;
    this.#client = client;
  }

  get lab(): HTMLElement | null {
    return this.#lab?.element ?? null;
  }

  setAppearance(appearance: Pick<Opening, 'lang' | 'theme'>): void {
    if (this.#lab) Object.assign(this.#lab.element, appearance);
  }

  save(name: FileName): Promise<void> {
    return this.#try(async () => {
      const { log } = this.#client;
      if (log) saveFile(name, filesOf(await this.#client.save(), log.task)[name]);
    });
  }

  /** Saves the model in its current state, and passes it to a function that opens it elsewhere. */
  pass(open: (model: TrainedModel) => Promise<void>): Promise<void> {
    return this.#try(async () => {
      const { log } = this.#client;
      if (log) await open(trainedModel(await this.#client.save(), log.task, log.first, log.step));
    });
  }

  openLab(opening: Opening): Promise<void> {
    return this.#try(async () => {
      const current = (this.#opening = {});
      const saved = await this.#client.save();
      const { openLab } = await import('../export/lab.js');
      const opened = await openLab(saved, opening);
      if (this.#opening !== current) {
        opened.model.dispose();
        return;
      }
      this.closeLab();
      this.#lab = opened;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      opened.element.scrollIntoView({ block: 'nearest' });
    });
  }

  closeLab(): void {
    this.#opening = null;
    this.#lab?.element.remove();
    this.#lab?.model.dispose();
    this.#lab = null;
    this.#host.requestUpdate();
  }

  makeVideo(video: Omit<RunVideo, 'signal' | 'onProgress'>): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const onProgress = (share: number) => {
      this.videoShare = share;
      this.#host.requestUpdate();
    };
    return this.#try(async () => {
      onProgress(0);
      const { videoOfRun } = await import('../export/run-video.js');
      const file = await videoOfRun({ ...video, signal, onProgress });
      saveFile(`spotlight-${video.run.task.name}.${file.type.includes('mp4') ? 'mp4' : 'webm'}`, file);
    }).finally(() => {
      this.videoShare = null;
      this.#host.requestUpdate();
    });
  }

  dispose(): void {
    this.#abort.abort();
    this.closeLab();
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.error = '';
    try {
      await work();
    } catch (error) {
      if (!this.#abort.signal.aborted) this.error = messageOf(error);
    }
    this.#host.requestUpdate();
  }
}
