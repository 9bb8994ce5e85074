import { parseArgs } from 'node:util';
import { sendSignUpLink, type SignUpLinkRequest } from '#modules/accounts/server/public.ts';
import { emailSchema } from '#modules/accounts/contract.ts';
import { oneLine } from '#platform/text.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { closeAll, openProgram, runProgram, settingsOfProcess } from './program/program.ts';
import { StartError } from './program/startError.ts';

const usage = `Usage: npm run invite -- --email ADDRESS --subscription ID [options]

Mails a link by which one person makes an account. It works once, for 14 days; a newer one for the same address replaces it.

  --email ADDRESS           who is invited
  --subscription ID         subscription id (config/channels.yaml): decides brand, plan and trial
  --first NAME --last NAME  name of the person
  --company NAME            name of the company, filled in for them
  --sec                     also asks whether messages about security are wanted`;

/** What is wrong with the request, in one sentence. */
const sentences: Record<string, (request: SignUpLinkRequest) => string> = {
  'no-such-subscription': ({ signUpCode }) =>
    `There is no subscription id ${signUpCode}: config/channels.yaml lists them all.`,
  'subscription-expired': ({ signUpCode }) =>
    `The subscription id ${signUpCode} is no longer valid: choose another one.`,
  'user-exists': ({ email }) => `${email} has an account already: nothing was sent.`,
  'identity-unavailable': () => 'The user pool does not answer, so nothing was sent: try again in a moment.',
};

const nameOf = (option: string, given: string | undefined): string => {
  const name = oneLine(given ?? '');
  if (name.length > 100) throw new StartError(`--${option} may have at most 100 characters.`);
  return name;
};

function readRequest(args: string[]): SignUpLinkRequest | 'help' {
  let values;
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const options = {
      email: text,
      first: text,
      last: text,
      company: text,
      subscription: text,
      sec: flag,
      help: { ...flag, short: 'h' },
    };
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('\n')[0]!}\n\n${usage}`, { cause: error });
  }
  if (values.help) return 'help';
  if (!values.email || !values.subscription)
    throw new StartError(`Give --email and --subscription.\n\n${usage}`);
  const email = emailSchema.safeParse(values.email);
  if (!email.success)
    throw new StartError(`${oneLine(values.email).slice(0, 254)} is not an e-mail address.`);
  return {
    email: email.data,
    firstName: nameOf('first', values.first),
    lastName: nameOf('last', values.last),
    companyName: nameOf('company', values.company),
    signUpCode: oneLine(values.subscription).slice(0, 100),
    variant: values.sec ? 'sec' : 'link',
  };
}

await runProgram(async () => {
  const request = readRequest(process.argv.slice(2));
  if (request === 'help') return console.log(usage);
  process.env.LOG_LEVEL ??= 'warn';
  const { base } = await openProgram('invite', settingsOfProcess(), { migrates: false, content: false });
  try {
    const { brandName, expiresAt } = await sendSignUpLink(base, request);
    console.log(
      `An invitation to ${brandName} is on its way to ${request.email}; its link works until ${expiresAt.toISOString().slice(0, 10)}.`,
    );
    console.log('The mail is in the queue: a running portal sends it within seconds.');
  } catch (error) {
    const sentence = error instanceof Refusal ? sentences[error.code] : undefined;
    throw sentence ? new StartError(sentence(request), { cause: error }) : error;
  }
  await closeAll();
});
process.exit(0);
