import { routes } from '#platform/server/serve.ts';
import { mailLinkContract, notificationsContract } from '../contract.ts';
import { chooseByMailLink, chooseMails, mailChoices, openMailLink } from './choices.ts';

export const notificationsRoutes = routes(notificationsContract, { mailChoices, chooseMails });

export const mailLinkRoutes = routes(mailLinkContract, { openMailLink, chooseByMailLink });
