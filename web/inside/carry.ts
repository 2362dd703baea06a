// An activation that is carried by hand, from a place of one sentence to one of the other.

/** A layer and a token of a sentence, from 0. */
export interface Place {
  readonly layer: number;
  readonly position: number;
}

/** Where an activation is taken, and where it is put; null: nowhere yet. */
export interface Carry {
  readonly from: Place;
  readonly to: Place | null;
}
