import { useEffect, useState } from 'react';
import type { AnswerValue } from '../../entities.ts';
import { optionOfKey, type AnswerOption } from './answers.ts';

const storageKey = 'maturity-answer-keys';

/** Keys that choose by one letter can be switched off, for who speaks to the computer or strays on the keyboard. */
function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
function keepOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // it holds until the page is left
  }
}

export type QuestionKeys = {
  on: boolean;
  setOn: (on: boolean) => void;
  helpOpened: boolean;
  openHelp: () => void;
  closeHelp: () => void;
};

type Ways = {
  options: readonly AnswerOption[];
  onChoose: (answer: AnswerValue) => void;
  onGoOn: () => void;
  onBack: () => void;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const inDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;

const isElsewhere = (target: EventTarget | null) =>
  isTyping(target) || inDialog(target) || document.querySelector('[aria-modal="true"]') !== null;

/** What Enter would press by itself; an answer that is chosen already lets it go on instead. */
const pressesByItself = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, summary, button:not([aria-pressed="true"])') !== null;

/** Digits and letters choose, Enter goes on, Backspace and the left arrow go back, a question mark shows all that. */
export function useQuestionKeys({ options, onChoose, onGoOn, onBack }: Ways): QuestionKeys {
  const [on, setOn] = useState(readOn);
  const [helpOpened, setHelpOpened] = useState(false);
  useEffect(() => {
    const react = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (helpOpened || isElsewhere(target)) return;
      const option = on && !event.repeat ? optionOfKey(options, key) : undefined;
      const isOn = (key === 'Enter' && !pressesByItself(target)) || key === 'ArrowRight';
      if (option) onChoose(option.value);
      else if (isOn && !event.repeat) onGoOn();
      else if ((key === 'Backspace' || key === 'ArrowLeft') && !event.repeat) onBack();
      else if (key === '?' && on) setHelpOpened(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', react);
    return () => window.removeEventListener('keydown', react);
  });
  return {
    on,
    setOn: (next) => {
      setOn(next);
      keepOn(next);
    },
    helpOpened,
    openHelp: () => setHelpOpened(true),
    closeHelp: () => setHelpOpened(false),
  };
}
