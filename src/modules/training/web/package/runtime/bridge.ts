import { mostCharactersOfState, packageMark, type FromPackage } from '../packageMessages.ts';

/** What the server wrote into the page (server/packages/serve.ts). */
export type LaunchData = {
  portal: string;
  part: string;
  learner: { id: string; name: string };
  masteryScore: number | null;
  launchData: string;
  isAsset: boolean;
  state: string;
};

export type Cmi = Record<string, unknown>;

/** Data of a part as the library renders and reads it; `restore` begins anew with it. */
export type Model = {
  read: () => Cmi;
  restore: (cmi: Cmi | null) => void;
};

/** Reads what the page was launch and takes it out of the page. */
export function readLaunchData(): LaunchData {
  const script = document.currentScript as HTMLScriptElement;
  const launch = JSON.parse(script.dataset.portal ?? '{}') as LaunchData;
  script.remove();
  return launch;
}

/** The page around the frame; a window that was opened by a part finds it through the part. */
const portalWindow = (): Window => {
  const outermost = window.top ?? window;
  return outermost === window && window.opener ? ((window.opener as Window).top ?? window.opener) : outermost;
};

/** Whether this is the page that the portal framed itself; others share its data. */
export const isOutermost = (): boolean => window.parent === window.top && window.parent !== window;

const carryMark = 'portal-package:';
const cmiOf = (state: string): Cmi | null => {
  try {
    const cmi = (JSON.parse(state) as { cmi?: unknown }).cmi;
    return typeof cmi === 'object' && cmi !== null ? (cmi as Cmi) : null;
  } catch {
    return null;
  }
};

/** State as text; what a part recorded of its questions is left out where all of it would be too long to keep. */
function textOf(cmi: Cmi): string {
  const text = JSON.stringify({ cmi });
  return text.length <= mostCharactersOfState ? text : JSON.stringify({ cmi: { ...cmi, interactions: {} } });
}

/**
 * What the page before this one in the same frame kept: from page to page it is quicker than any message. The name of a frame
 * that a part made itself is left alone, as links lead to it.
 */
function carriedState({ part }: LaunchData): string | null {
  if (!isOutermost() || !window.name.startsWith(carryMark)) return null;
  const kept = JSON.parse(window.name.slice(carryMark.length)) as { part: string; state: string };
  window.name = '';
  return kept.part === part ? kept.state : null;
}

const secondsToSave = 1;

/** Begins with what was kept, and tells the page around the frame of every change. */
export function connect(launch: LaunchData, model: Model): { changed: () => void; save: () => void } {
  let isTouched = false;
  let last = carriedState(launch) ?? launch.state;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const portal = portalWindow();
  const tell = (message: FromPackage) => portal.postMessage(message, launch.portal);
  model.restore(cmiOf(last));
  // the next page of this frame may be there before anything can be asked
  const carry = () => {
    if (isOutermost()) window.name = carryMark + JSON.stringify({ part: launch.part, state: last });
  };
  const save = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const state = textOf(model.read());
    if (state === last) return;
    last = state;
    carry();
    tell({ mark: packageMark, part: launch.part, what: 'save', state });
  };
  addEventListener('message', (event: MessageEvent) => {
    if (event.source !== portal || event.origin !== launch.portal) return;
    const { mark, part, what, state } = (event.data ?? {}) as Record<string, unknown>;
    if (
      mark !== packageMark ||
      part !== launch.part ||
      what !== 'state' ||
      typeof state !== 'string' ||
      state === last
    )
      return;
    // a page that has begun to write goes on with what it has, unless it shares its data with another frame
    if (isTouched && isOutermost() && window.frames.length === 0) return;
    last = state;
    carry();
    model.restore(cmiOf(state));
  });
  for (const leaving of ['beforeunload', 'pagehide'])
    addEventListener(leaving, () => {
      if (isTouched) save();
    });
  tell({ mark: packageMark, part: launch.part, what: 'hello' });
  if (launch.isAsset) save();
  return {
    changed: () => {
      isTouched = true;
      waiting ??= setTimeout(save, secondsToSave * 1000);
    },
    save: () => {
      isTouched = true;
      save();
    },
  };
}

/** A name as learning systems give it: "Ode, Cy". */
export function lastNameFirst(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${last}, ${parts.join(' ')}` : last;
}

/**
 * How a part is begun again. One that was left without a word (the window was closed) goes on as well, where it kept its place.
 */
export const entryOf = (cmi: Cmi | null, { exit, place }: { exit: unknown; place: unknown }): string =>
  cmi === null ? 'ab-initio' : exit === 'suspend' || (!exit && (cmi.suspend_data || place)) ? 'resume' : '';
