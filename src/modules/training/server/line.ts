type Line = { running: number; waiting: (() => void)[] };
const lines = new Map<string, Line>();

/** Does work when fewer than so many of the same name are at it in this program; the others wait without holding anything. */
export async function inLine<T>(name: string, most: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(name) ?? { running: 0, waiting: [] };
  lines.set(name, line);
  if (line.running >= most) await new Promise<void>((go) => line.waiting.push(go));
  else line.running++;
  try {
    return await work();
  } finally {
    // the place goes to whoever waits
    const next = line.waiting.shift();
    if (next) next();
    else if (--line.running === 0) lines.delete(name);
  }
}
