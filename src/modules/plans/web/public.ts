/** Prompts that any tool can open; the shell draws them. */
export { askConcierge, endConciergePrompt, useConciergePrompt } from './prompts/conciergeContact.ts';
export { endIntro, openIntro, useFeatureIntro, useOpenIntro } from './prompts/introduction.ts';
export {
  askExpert,
  endQuestion,
  useQuestion,
  type Question,
  type QuestionAbout,
} from './prompts/question.ts';
export { useSubscribePrompt } from './prompts/subscription.ts';
