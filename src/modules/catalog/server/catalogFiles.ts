import path from 'node:path';
import type { Settings } from '#platform/server/settings/settings.ts';
import { ConfigError, readConfigFile } from './configFiles.ts';
import {
  brandsFile,
  channelsFile,
  plansFile,
  type BrandEntry,
  type ChannelEntry,
  type Coupon,
  type Plan,
} from './configSchemas.ts';
import { readPicture, type Picture } from './logo.ts';

/** What a catalogue is made of: entries that are right each by itself, and the pictures that brands name. */
export type CatalogParts = {
  publicUrl: URL;
  defaultBrand: string;
  brands: readonly BrandEntry[];
  channels: readonly ChannelEntry[];
  plans: ReadonlyMap<string, Plan>;
  coupons: ReadonlyMap<string, Coupon>;
  maintenance: { title: string; subHead: string; content: string };
  reviewMonths: number;
  /** Throws `ConfigError`. */
  pictureOf: (brandId: string, file: string) => Picture;
  /** A file of the configuration, as messages call it. */
  shown: (name: string) => string;
};

/** Values by id; an id that is there twice is refused. */
export function byId<T>(
  file: string,
  placeOf: (i: number) => string,
  items: readonly T[],
  idOf: (item: T) => string,
): Map<string, T> {
  const map = new Map<string, T>();
  items.forEach((item, i) => {
    if (map.has(idOf(item))) throw new ConfigError(file, placeOf(i), `'${idOf(item)}' is there twice`);
    map.set(idOf(item), item);
  });
  return map;
}

/** Reads the files of the configuration; pictures when they are first asked for. Throws `ConfigError`. */
export function readParts({ configDir, publicUrl }: Pick<Settings, 'configDir' | 'publicUrl'>): CatalogParts {
  const shown = (name: string) => path.join(path.basename(configDir), name);
  const brands = readConfigFile(configDir, 'brands.yaml', brandsFile);
  const channels = readConfigFile(configDir, 'channels.yaml', channelsFile);
  const plans = readConfigFile(configDir, 'plans.yaml', plansFile);
  const pictures = new Map<string, Picture>();
  return {
    publicUrl: new URL(publicUrl),
    defaultBrand: brands.defaultBrand,
    brands: brands.brands,
    channels: channels.channels,
    plans: byId(
      shown('plans.yaml'),
      (i) => `plans[${i}].planId`,
      plans.plans,
      (plan) => plan.planId,
    ),
    coupons: byId(
      shown('plans.yaml'),
      (i) => `coupons[${i}].couponCode`,
      plans.coupons,
      (coupon) => coupon.couponCode,
    ),
    maintenance: brands.maintenance,
    reviewMonths: brands.securityPolicy.reviewMonths,
    pictureOf: (brandId, file) => {
      const place = path.join('brands', brandId, file);
      const picture = pictures.get(place) ?? readPicture(configDir, place);
      pictures.set(place, picture);
      return picture;
    },
    shown,
  };
}
