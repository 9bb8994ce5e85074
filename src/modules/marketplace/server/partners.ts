import path from 'node:path';
import type { Settings } from '#platform/server/settings/settings.ts';
import {
  catalogOf,
  ConfigError,
  readConfigFile,
  readPicture,
  type Picture,
} from '#modules/catalog/server/public.ts';
import { maturityElements } from '#modules/maturity/server/public.ts';
import { otherNeeds } from '../rules.ts';
import { partnersFile, type PartnerEntry, type PartnersFile } from './partnersFile.ts';

/** A partner, checked, with its picture and what it helps with in words. */
export type KnownPartner = PartnerEntry & { route: string; picture: Picture; solvesWords: string[] };
export type Partners = Omit<PartnersFile, 'partners'> & {
  /** In the order of the list: by `order`, then as written. */
  partners: readonly KnownPartner[];
  /** By file name. */
  pictures: ReadonlyMap<string, Picture>;
};

const file = 'marketplace.yaml';

function refuseTwice(shown: string, name: 'id' | 'route', values: readonly string[]): void {
  const seen = new Set<string>();
  values.forEach((value, i) => {
    if (seen.has(value)) throw new ConfigError(shown, `partners[${i}].${name}`, `'${value}' is there twice`);
    seen.add(value);
  });
}

/** Reads and checks the list of partners. Throws `ConfigError` with one sentence. */
export function readPartners(settings: Pick<Settings, 'configDir' | 'publicUrl'>): Partners {
  const { configDir } = settings;
  const shown = path.join(path.basename(configDir), file);
  const given = readConfigFile(configDir, file, partnersFile);
  const needs = new Map([
    ...maturityElements().map(({ id, title }): [string, string] => [id, title]),
    ...Object.entries(otherNeeds),
  ]);
  const categories = new Set(given.categories.map(({ id }) => id));
  const brands = catalogOf(settings).brands;
  const named = (known: { has: (id: string) => boolean }, id: string, place: string, what: string): void => {
    if (!known.has(id))
      throw new ConfigError(shown, place, `names the ${what} '${id}', which does not exist`);
  };
  const pictures = new Map<string, Picture>();
  const partners = given.partners.map((entry, i): KnownPartner => {
    const place = `partners[${i}]`;
    named(categories, entry.category, `${place}.category`, 'category');
    entry.solves.forEach((need, k) => named(needs, need, `${place}.solves[${k}]`, 'need'));
    entry.brands?.forEach((brand, k) => named(brands, brand, `${place}.brands[${k}]`, 'brand'));
    const picture = pictures.get(entry.logo) ?? readPicture(configDir, path.join('marketplace', entry.logo));
    if (picture.width !== picture.height)
      throw new ConfigError(
        path.join(path.basename(configDir), 'marketplace', entry.logo),
        '',
        'must be square',
      );
    pictures.set(entry.logo, picture);
    return {
      ...entry,
      route: entry.route ?? entry.id,
      picture,
      solvesWords: entry.solves.map((need) => needs.get(need)!),
    };
  });
  refuseTwice(
    shown,
    'id',
    partners.map(({ id }) => id),
  );
  refuseTwice(
    shown,
    'route',
    partners.map(({ route }) => route),
  );
  const ids = new Set(partners.map(({ id }) => id));
  given.carousel.slides.forEach((id, i) => named(ids, id, `carousel.slides[${i}]`, 'partner'));
  return { ...given, partners: partners.toSorted((a, b) => a.order - b.order), pictures };
}

const loaded = new Map<string, Partners>();

/** The partners of an installation, read and checked once for each folder. Throws `ConfigError`. */
export function partnersOf(settings: Pick<Settings, 'configDir' | 'publicUrl'>): Partners {
  const known = loaded.get(settings.configDir);
  if (known) return known;
  const partners = readPartners(settings);
  loaded.set(settings.configDir, partners);
  return partners;
}

/** Those that a brand shows. */
export const partnersOfBrand = ({ partners }: Partners, brandId: string): KnownPartner[] =>
  partners.filter(({ brands }) => brands === undefined || brands.includes(brandId));
