import { routes } from '#platform/server/serve.ts';
import { staffCatalogContract } from '../../catalogContract.ts';
import { checkDrawing, createBrand, listBrands, readBrand, revertBrand, saveBrand } from './brands.ts';
import { createChannel, listChannels, readChannel, revertChannel, saveChannel } from './channels.ts';
import { readOptions } from './scope.ts';
import {
  createSubscriptionId,
  endSubscriptionId,
  listSubscriptionIds,
  revertSubscriptionId,
  saveSubscriptionId,
} from './subscriptionIds.ts';

export const staffCatalogRoutes = routes(staffCatalogContract, {
  catalogOptions: readOptions,
  staffBrands: listBrands,
  staffBrand: readBrand,
  checkDrawing,
  saveBrand,
  createBrand,
  revertBrand,
  staffChannels: listChannels,
  staffChannel: readChannel,
  saveChannel,
  createChannel,
  revertChannel,
  staffSubscriptionIds: listSubscriptionIds,
  createSubscriptionId,
  saveSubscriptionId,
  endSubscriptionId,
  revertSubscriptionId,
});
