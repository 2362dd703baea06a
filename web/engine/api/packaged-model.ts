// Loads the default model from the package's folders, as `engine.loadModel()` without files does.
import { checkAsyncOptions } from '../core/async-options.js';
import { expectOptions } from '../core/checks.js';
import { messageOf } from '../core/file-contents.js';
import { urlOfDefaultModel } from '../package-files.js';
import type { Loader, LoadModel } from '../transformer/model-loader.js';
import type { Model } from '../transformer/model.js';

/**
 * Loads the default model from the package's folders.
 * @throws Error that lists other ways to load the model
 */
export async function loadPackaged<Loaded extends Model>(
  load: LoadModel<Loaded>,
  loader: Loader,
  given: unknown,
): Promise<Loaded> {
  const { signal } = checkAsyncOptions(expectOptions('options', given, ['signal']));
  try {
    const files = {
      weights: urlOfDefaultModel('model.safetensors'),
      config: urlOfDefaultModel('config.json'),
      tokenizer: urlOfDefaultModel('tokenizer.json'),
    };
    return await load(files, loader, { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    loader.live();
    throw new Error(
      "the default model is not beside the script. In a bundle, import { defaultModel } from 'attention-spotlight/model' " +
        `and pass it to loadModel; elsewhere, say where it is: configure({ modelUrl }) (${messageOf(cause)})`,
      { cause },
    );
  }
}
