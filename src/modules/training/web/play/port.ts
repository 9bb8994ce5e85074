import type { PlayAction, PlayRefusal, PlayReply, PlayView } from '../../playEntities.ts';

/** What the player needs of whoever keeps the state: the portal's server, or the page of a package. Anything but a refusal may be thrown for "not saved, try again". */
export type PlayPort = { load: () => Promise<PlayView>; act: (action: PlayAction) => Promise<PlayReply> };

/** Somebody did what cannot be done now, in another window perhaps. */
export class PlayRefused extends Error {
  readonly code: PlayRefusal;

  constructor(code: PlayRefusal) {
    super(code);
    this.name = 'PlayRefused';
    this.code = code;
  }
}
