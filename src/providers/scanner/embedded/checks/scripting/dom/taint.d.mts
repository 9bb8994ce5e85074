export function watchSinks(mark: string, send: { hash: string; messages: readonly unknown[] }): void;
