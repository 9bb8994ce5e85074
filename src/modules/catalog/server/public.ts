/** What other modules and the programs may use of brands, channels and plans. */
export {
  brandOfChannel,
  channelOf,
  findSignUpCode,
  chooseBrand,
  defaultChannelOf,
  fillBrand,
  isOwnHost,
  isSignUpCodeExpired,
  offeredBy,
  planOf,
} from './catalog.ts';
export type { Catalog, CatalogBrand, Channel } from './catalog.ts';
export { ConfigError, readConfigFile } from './configFiles.ts';
export type { BrandEntry, Coupon, Plan } from './configSchemas.ts';
export {
  readDesk,
  readDrawing,
  saveChanges,
  type CatalogChange,
  type ChangedEntry,
  type DeskEntry,
} from './editCatalog.ts';
export { selectOrganizationCounts, selectSignUps, selectVersions } from './catalogEdits.store.ts';
export type { ChannelValue, SignUpCodeValue } from './catalogEdits.ts';
export { catalogOf, followCatalog } from './liveCatalog.ts';
export { toMailBrand, toPdfBrand } from './documents.ts';
export { readPicture, type Picture } from './logo.ts';
export { accessOf, bootConfig, brandOfOrg, secondFactorRequired } from './portalConfig.ts';
// rules.ts is the module's own; these are the parts of it that others need
export { hostName, isPromotionOn } from '../rules.ts';
