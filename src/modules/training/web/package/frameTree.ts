const mostSteps = 12;

/** What can be asked of a window of any origin. */
type Anywhere = Pick<Window, 'parent' | 'opener' | 'length'> & { [place: number]: Anywhere };

/** Whether a message comes from the frame, from a frame within it, or from a window that one of those opened. */
export function isWithin(frame: Window, source: MessageEventSource | null): boolean {
  let at = source as Anywhere | null;
  for (let i = 0; at && i < mostSteps; i++) {
    if ((at as unknown) === frame) return true;
    at = at.parent === (at as unknown) ? (at.opener as Anywhere | null) : (at.parent as unknown as Anywhere);
  }
  return false;
}

export function windowsOf(frame: Window): Window[] {
  const found: Window[] = [];
  const left: Window[] = [frame];
  for (let next = left.pop(); next && found.length < 50; next = left.pop()) {
    found.push(next);
    for (let i = 0; i < next.length; i++) left.push((next as unknown as Anywhere)[i] as unknown as Window);
  }
  return found;
}
