/**
 * Something that a module asks of one above it in the order of modules, which it may not import: the lower one declares what
 * it asks and what holds while none answers, the upper one gives the answer when it is loaded.
 */
export function extensionPoint<Given extends unknown[], Answer>(otherwise: (...given: Given) => Answer) {
  let answer = otherwise;
  return Object.assign((...given: Given): Answer => answer(...given), {
    provide: (given: typeof otherwise): void => void (answer = given),
  });
}
