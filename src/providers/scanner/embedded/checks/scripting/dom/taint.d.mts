export function watchScript(mark: string, send: { hash: string; messages: readonly unknown[] }): string;
