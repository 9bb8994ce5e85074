import type { Settings } from '#platform/server/settings/settings.ts';
import { buildCatalog } from '../buildCatalog.ts';
import type { Catalog } from '../catalog.ts';
import { readParts } from '../catalogFiles.ts';

/** The catalog of the files alone. Throws `ConfigError` with one sentence. */
export const loadCatalog = (settings: Pick<Settings, 'configDir' | 'publicUrl'>): Catalog =>
  buildCatalog(readParts(settings));
