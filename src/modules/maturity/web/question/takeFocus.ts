/** For the heading of a page that replaces another: whoever listens hears it, and the page begins at its top. */
export function takeFocus(heading: HTMLElement | null): void {
  if (!heading) return;
  window.scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
