import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { noticeEvents } from './entities.ts';

const event = z.enum(noticeEvents);
const choice = z.object({ event, wanted: z.boolean() });
export type MailChoice = z.infer<typeof choice>;

const link = z.string().min(20).max(400);
/** What a link of a mail is about. */
const linkChoices = z.object({
  data: z.object({
    /** The address that the mail went to, most of it hidden. */
    email: z.string(),
    companyName: z.string(),
    choices: z.array(choice),
  }),
});

export const notifyContract = {
  mailChoices: endpoint({
    access: 'org',
    method: 'GET',
    path: '/notifications/choices',
    summary: 'Which mails the signed-in administrator gets.',
    body: z.object({}),
    reply: z.object({ data: z.object({ email: z.string(), choices: z.array(choice) }) }),
    refusals: {},
    background: true,
  }),
  chooseMails: endpoint({
    access: 'org',
    method: 'POST',
    path: '/notifications/choices',
    summary:
      'Chooses which mails the signed-in administrator gets; events that are not named stay as they are.',
    body: z.object({ choices: z.array(choice).min(1).max(noticeEvents.length) }),
    reply: z.object({ data: z.object({ choices: z.array(choice) }) }),
    refusals: {},
    notInSupportSession: true,
  }),
};

/** For whoever has the link of a mail, signed in or not. */
export const mailLinkContract = {
  openMailLink: endpoint({
    access: 'public',
    method: 'GET',
    path: '/notifications/link/:token',
    summary: 'Which mails a link of a mail switches off, and whether they are on now. Changes nothing.',
    body: z.object({ token: link }),
    reply: linkChoices,
    refusals: { 'link-invalid': 404 },
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
  chooseByMailLink: endpoint({
    access: 'public',
    method: 'POST',
    path: '/notifications/link',
    summary: 'Switches the mails of a link off, or on again.',
    body: z.object({ token: link, wanted: z.boolean() }),
    reply: linkChoices,
    refusals: { 'link-invalid': 404 },
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
};
