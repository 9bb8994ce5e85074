import type { Course, Option, Question } from '../course.ts';

// every text that gives an answer away begins with the sign ¤ and names its place, so that tests can look for it
const why = (place: string) => `¤${place}`;
const options = (
  place: string,
  right: readonly string[],
  ids: readonly string[] = ['a', 'b', 'c', 'd'],
): Option[] =>
  ids.map((id) => ({ id, text: `Answer ${id}`, right: right.includes(id), why: why(`${place}.${id}`) }));

const lessonIds = ['one', 'two', 'three', 'four', 'five'];
const questionOf = (lesson: string, n: number): Question => {
  const id = `${lesson}-q${n}`;
  const asked = { id, lesson, stem: `Question ${id}` };
  if (n === 1) return { ...asked, type: 'single', options: options(id, ['b'], ['a', 'b', 'c']) };
  if (n === 2) return { ...asked, type: 'multiple', options: options(id, ['a', 'c']) };
  if (n === 3)
    return {
      ...asked,
      type: 'order',
      items: ['x', 'y', 'z'].map((one) => ({ id: one, text: `Step ${one}`, why: why(`${id}.${one}`) })),
    };
  return {
    ...asked,
    type: 'spot',
    parts: [
      { text: 'Hello, ' },
      ...['p', 'q', 'r'].map((one) => ({
        id: one,
        text: `part ${one} `,
        right: one === 'q',
        why: why(`${id}.${one}`),
      })),
    ],
  };
};

const picture = { shape: { name: 'svg', attributes: {}, children: [] }, alt: 'A desk with a lamp on it.' };

/** A course with every kind of block, exercise and question. */
export const testCourse: Course = {
  id: '01-test',
  version: '1.0.0',
  month: 1,
  title: 'A course for tests',
  summary: 'Everything that a course can hold.',
  minutes: 15,
  goals: ['one', 'two', 'three'],
  maps: { csf: ['PR.AT-01'], cis: ['14.1'], cpg: ['3.J'] },
  takeaway: { title: 'Do this today', do: 'Look.', points: ['a', 'b', 'c'] },
  lessons: [
    {
      id: 'one',
      title: 'Lesson one',
      minutes: 3,
      blocks: [
        {
          type: 'text',
          prose: [{ kind: 'paragraph', runs: [{ text: 'Hello ' }, { text: 'you', strong: true }] }],
        },
        {
          type: 'triage',
          id: 'inbox',
          prompt: 'Sort the inbox.',
          actions: [
            { id: 'keep', label: 'Keep' },
            { id: 'report', label: 'Report' },
          ],
          items: ['m1', 'm2'].map((id) => ({
            id,
            body: `Mail ${id}`,
            answer: 'report',
            why: why(`inbox.${id}.report`),
            wrong: { keep: why(`inbox.${id}.keep`) },
          })),
        },
      ],
    },
    {
      id: 'two',
      title: 'Lesson two',
      minutes: 3,
      blocks: [
        {
          type: 'sort',
          id: 'bins',
          prompt: 'Sort these.',
          bins: [
            { id: 'open', label: 'Open', hint: 'For all' },
            { id: 'secret', label: 'Secret', hint: 'For few' },
          ],
          items: ['s1', 's2', 's3'].map((id) => ({
            id,
            text: `Paper ${id}`,
            bin: 'secret',
            why: why(`bins.${id}.secret`),
            wrong: { open: why(`bins.${id}.open`) },
          })),
        },
        {
          type: 'strength',
          id: 'bench',
          prompt: 'Try one.',
          tips: [{ id: 'short', when: 'short', text: 'Longer.' }],
        },
      ],
    },
    {
      id: 'three',
      title: 'Lesson three',
      minutes: 3,
      blocks: [
        { type: 'figure', picture, caption: 'A desk' },
        {
          type: 'find',
          id: 'office',
          prompt: 'Find the risks.',
          picture,
          spots: ['f1', 'f2', 'f3', 'f4'].map((id, i) => ({
            id,
            label: `Thing ${id}`,
            x: 20 * (i + 1),
            y: 50,
            risk: i < 2,
            why: why(`office.${id}`),
          })),
        },
        {
          type: 'choose',
          id: 'map',
          prompt: 'Pick what is safe.',
          picture,
          spots: ['c1', 'c2'].map((id, i) => ({
            id,
            label: `Stop ${id}`,
            x: 30 * (i + 1),
            y: 50,
            text: 'Here',
            choices: options(`map.${id}`, ['a'], ['a', 'b', 'c']),
          })),
        },
      ],
    },
    {
      id: 'four',
      title: 'Lesson four',
      minutes: 3,
      blocks: [
        {
          type: 'scenario',
          id: 'day',
          prompt: 'Go through the day.',
          style: 'story',
          start: 'a',
          meter: { label: 'Loss', unit: '$', unitBefore: true, start: 100, good: 'low' },
          nodes: {
            a: {
              text: 'Morning',
              choices: [
                { id: 'call', label: 'Call', to: 'b', note: why('day.a.call') },
                { id: 'pay', label: 'Pay', to: 'b', note: why('day.a.pay'), meter: 400 },
              ],
            },
            b: {
              text: '¤day.b',
              choices: [
                { id: 'tell', label: 'Tell', to: 'good', note: why('day.b.tell') },
                { id: 'hide', label: 'Hide', to: 'bad', note: why('day.b.hide'), meter: 100 },
              ],
            },
            good: { text: '¤day.good', choices: [], end: 'good', lesson: 'Tell early.' },
            bad: { text: '¤day.bad', choices: [], end: 'bad', lesson: 'Tell next time.' },
          },
        },
      ],
    },
    {
      id: 'five',
      title: 'Lesson five',
      minutes: 3,
      blocks: [
        {
          type: 'reveal',
          items: [
            { front: 'Front', back: 'Back' },
            { front: 'Other', back: 'Side' },
          ],
        },
        {
          type: 'checklist',
          id: 'settings',
          prompt: 'Switch on.',
          variants: ['phone', 'computer'].map((id) => ({
            id,
            label: id,
            items: ['lock', 'update'].map((item) => ({
              id: item,
              label: item,
              where: 'Settings',
              why: 'It helps you every day.',
            })),
          })),
        },
      ],
    },
  ],
  quiz: { draw: 8, questions: lessonIds.flatMap((lesson) => [1, 2, 3, 4].map((n) => questionOf(lesson, n))) },
};
