import { solve, type Work } from './proofOfWork.ts';

addEventListener('message', (event: MessageEvent<Work>) => postMessage(solve(event.data)));
