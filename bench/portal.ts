// The portal's server as production runs it, on a free port told to the benchmark.
import { listen } from '#app/server.ts';
import { openProgram, settingsOfProcess } from '#app/program/program.ts';

const settings = { ...settingsOfProcess(), port: 0 };
const program = await openProgram('server', settings, { migrates: false });
const { app } = await listen(program, process.env.BENCH_WEB ? { webDir: process.env.BENCH_WEB } : {});
process.send?.({ port: (app.server.address() as { port: number }).port });
process.on('disconnect', () => process.exit(0));
