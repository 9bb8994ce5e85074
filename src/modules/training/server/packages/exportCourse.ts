import JSZip from 'jszip';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BodyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import type { packageContract } from '../../packageContract.ts';
import type { PackageSettings } from '../../packageSettings.ts';
import { courses } from '../courses/courses.ts';
import { passMarkOf } from '../courses/passMark.ts';
import { cmi5Manifest, scormManifest } from './exportManifests.ts';

/** The player as a page of its own, as the build leaves it (src/app/build/webBuild.ts). */
const playerDir = path.resolve(import.meta.dirname, '../../../../../dist/package');

let player: Map<string, Buffer> | undefined;
function playerFiles(): ReadonlyMap<string, Buffer> {
  if (player) return player;
  if (!existsSync(path.join(playerDir, 'index.html')))
    throw new Error('The player of packages is not built: run npm run build once.');
  const names = readdirSync(playerDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(playerDir, name)).isFile(),
  );
  player = new Map(
    names.sort().map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(playerDir, name))]),
  );
  return player;
}

/** One date for every file: the same course of the same organisation makes the same package. */
const madeOn = new Date('2026-01-01T00:00:00Z');

/** A course of the year as a package. The answers are in it, as whatever runs in a learner's browser alone must have them. */
export async function exportCourse(
  ctx: OrgScope,
  { course: id, standard }: BodyOf<(typeof packageContract)['exportCourse']>,
): Promise<FileReply> {
  const course = courses().get(id);
  if (!course) throw new Refusal('no-such-course');
  const { wire: brand, entry, pictures, logo } = await brandOfOrg(ctx);
  const passMark = await ctx.inOrg(passMarkOf);
  const settings: PackageSettings = {
    standard,
    passMark,
    brand: {
      name: brand.brandNameLong,
      accent: brand.accent,
      radius: brand.radius,
      logo: 'logo.svg',
      logoDark: 'logo-dark.svg',
      logoSize: brand.brandLogoSize,
    },
  };
  const zip = new JSZip();
  const add = (name: string, bytes: Buffer | string) => zip.file(name, bytes, { date: madeOn });
  for (const [name, bytes] of playerFiles()) add(name, bytes);
  add('course.json', JSON.stringify(course));
  add('settings.json', JSON.stringify(settings));
  add('logo.svg', logo.svg);
  add('logo-dark.svg', pictures.get(entry.brandLogoDark ?? entry.brandLogo)!.svg);
  const manifest = {
    course,
    passMark,
    files: Object.keys(zip.files).filter((name) => !zip.files[name]!.dir),
  };
  if (standard === 'scorm12') add('imsmanifest.xml', scormManifest(manifest));
  else add('cmi5.xml', cmi5Manifest(manifest, ctx.settings.publicUrl));
  const bytes = await zip.generateAsync({
    type: 'nodebuffer',
    compression: 'DEFLATE',
    compressionOptions: { level: 6 },
  });
  const words = course.title.replace(/[^A-Za-z0-9]+/g, ' ').trim();
  return {
    bytes,
    type: 'application/zip',
    name: `${words} (${standard === 'scorm12' ? 'SCORM 1.2' : 'cmi5'}).zip`,
  };
}
