export function prepare(windowName: string): void;
export function readDocument(most: number): string;
export function readLinks(): string[];
export function readLibraries(): Record<string, string>;
export function touchAll(text: string): void;
export function label(text: string): void;
