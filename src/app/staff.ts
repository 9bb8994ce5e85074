import { parseArgs } from 'node:util';
import { resetSecondFactorOf } from '#modules/accounts/server/public.ts';
import {
  addStaff,
  listStaff,
  putFileVersionBack,
  removeStaff,
  StaffError,
} from '#modules/staff/server/public.ts';
import { oneLine } from '#platform/text.ts';
import { IdentityError } from '#providers/identity/port.ts';
import { openProgram, runProgram, settingsOfProcess, type Program } from './program/program.ts';
import { StartError } from './program/startError.ts';

const usage = `Usage: npm run staff -- add EMAIL --name "NAME" [--brand ID]
       npm run staff -- remove EMAIL
       npm run staff -- list
       npm run staff -- reset-second-factor EMAIL
       npm run staff -- file-version brand|channel|subscription-id ID

  add       makes a person a member of the support staff, with an account where there is none
  --brand   sees the organizations of this brand alone; without it, of every brand
  remove    takes the person off the staff; what they do at the moment ends at once
  reset-second-factor
            lets anybody, administrators and staff, in by password again who lost the authenticator app and the recovery codes;
            all they are signed in with ends. Make sure first that it is they who ask
  file-version
            takes back what staff edited of a brand, channel or subscription id: what the files of config/ say holds again

Staff sign in like everybody else, set up a second factor at their first sign-in, and find organizations at /staff.`;

const editKinds = ['brand', 'channel', 'subscription-id'] as const;
type EditKind = (typeof editKinds)[number];

type Command =
  | { act: 'add'; email: string; name: string; brandId: string | null }
  | { act: 'remove' | 'reset-second-factor'; email: string }
  | { act: 'file-version'; kind: EditKind; id: string }
  | { act: 'list' };

/** What is asked for, or null where the usage should be shown. */
function readCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, brand: { type: 'string' } },
    });
    const [act, email, ...rest] = positionals;
    const kind = editKinds.find((one) => one === email);
    if (act === 'file-version' && kind && rest.length === 1) return { act, kind, id: rest[0]! };
    if (rest.length > 0) return null;
    if (act === 'list' && !email) return { act };
    if ((act === 'remove' || act === 'reset-second-factor') && email) return { act, email };
    if (act === 'add' && email && values.name)
      return { act, email, name: values.name, brandId: values.brand ?? null };
    return null;
  } catch {
    return null;
  }
}

const added = (email: string, password: string | null) =>
  password
    ? `Added ${email}. Their temporary password, shown only now and good for seven days: ${password}`
    : `Added ${email}, who has an account already and signs in with its password.`;

async function resetSecondFactor(base: Program['base'], asked: string): Promise<string> {
  const person = await resetSecondFactorOf(base, asked);
  if (!person) throw new StartError(`${oneLine(asked)} has no account.`);
  return `Reset the second factor of ${person.email}, who signs in by password now and is told so by mail.`;
}

async function carryOut({ base }: Program, command: Command): Promise<string> {
  if (command.act === 'add') {
    const { member, temporaryPassword } = await addStaff(base, command);
    return `${added(member.email, temporaryPassword)}\nSign-in: ${base.settings.publicUrl}/signin`;
  }
  if (command.act === 'remove')
    return `Removed ${(await removeStaff(base, command.email)).email} from the staff.`;
  if (command.act === 'reset-second-factor') return resetSecondFactor(base, command.email);
  if (command.act === 'file-version') {
    await putFileVersionBack(base, command);
    return `What the files say of the ${command.kind} ${oneLine(command.id)} holds again.`;
  }
  const members = await listStaff(base);
  return members.length === 0
    ? 'There is no staff yet.'
    : members.map(({ email, name, brandId }) => `${email}  ${name}  ${brandId ?? 'every brand'}`).join('\n');
}

const command = readCommand(process.argv.slice(2));
if (!command) {
  console.error(usage);
  process.exit(2);
}
await runProgram(async () => {
  const program = await openProgram('staff', settingsOfProcess(), { migrates: false, content: false });
  try {
    console.log(await carryOut(program, command));
  } catch (error) {
    throw error instanceof StaffError || error instanceof IdentityError
      ? new StartError(error.message, { cause: error })
      : error;
  }
  await program.close();
});
process.exit(0);
