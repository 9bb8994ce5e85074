/** The desk shows a message as its readers will see it. */
export { MessageLetter } from './MessageLetter.tsx';
