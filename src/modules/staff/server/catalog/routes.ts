import { routes } from '#platform/server/http/serve.ts';
import { staffCatalogContract } from '../../catalogContract.ts';
import { checkDrawing, createBrand, listBrands, readBrand, revertBrand, saveBrand } from './brands.ts';
import { createChannel, listChannels, readChannel, revertChannel, saveChannel } from './channels.ts';
import { readOptions } from './scope.ts';
import {
  createSignUpCode,
  endSignUpCode,
  listSignUpCodes,
  revertSignUpCode,
  saveSignUpCode,
} from './signUpCodes.ts';

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
  staffSubscriptionIds: listSignUpCodes,
  createSubscriptionId: createSignUpCode,
  saveSubscriptionId: saveSignUpCode,
  endSubscriptionId: endSignUpCode,
  revertSubscriptionId: revertSignUpCode,
});
