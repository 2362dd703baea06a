import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { AttentionSpotlightEventMap } from 'attention-spotlight/element';
import { computeWeights } from './attention';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <attention-spotlight
      #spotlight
      text="The cat sat on the mat because it was tired"
      lang="en"
      [query]="7"
      [mask]="[[0, 9]]"
      (stage)="showStage($event)"
    />
    <button (click)="spotlight.play()">Play ({{ stage() }})</button>
    <output>{{ weights() }}</output>
  `,
})
export class App {
  protected readonly stage = signal('output');
  protected readonly weights = signal('');

  constructor() {
    void computeWeights().then((weights) => this.weights.set(weights));
  }

  protected showStage(event: AttentionSpotlightEventMap['stage']): void {
    this.stage.set(event.detail.stage);
  }
}
