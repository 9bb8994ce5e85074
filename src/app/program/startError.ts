/** Something that whoever starts the program can put right; the message is one sentence. */
export class StartError extends Error {}
