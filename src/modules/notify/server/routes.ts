import { routes } from '#platform/server/serve.ts';
import { mailLinkContract, notifyContract } from '../contract.ts';
import { chooseByMailLink, chooseMails, mailChoices, openMailLink } from './choices.ts';

export const notifyRoutes = routes(notifyContract, { mailChoices, chooseMails });

export const mailLinkRoutes = routes(mailLinkContract, { openMailLink, chooseByMailLink });
