import { describe, expect, test, vi } from 'vitest';
import { makeAdministrator, signInByCalls, type Calls } from '../calls.ts';
import { startJourney } from '../journey.ts';
import { lookAt as lookAtIn, type Screen } from './looking.ts';
import {
  begunMaturityScreens,
  deadLinkScreens,
  doneMaturityScreens,
  emptyMaturityScreens,
  emptyPolicyScreens,
  fullPolicyScreens,
  linkScreens,
} from './screensOfTools.ts';
import { emptyTrainingScreens, fullTrainingScreens, trainPeople } from './screensOfTraining.ts';
import { beginAssessment, completeAssessment, writePolicies } from './toolState.ts';

vi.setConfig({ testTimeout: 180_000 });

const journey = startJourney();
const lookAt = (screens: readonly Screen[], calls?: Calls) => lookAtIn(journey, screens, { calls });

describe('nobody is kept out of the tools: no fault of accessibility, no sideways scrolling, no error', () => {
  test('with nothing in them yet', async () => {
    const calls = await makeAdministrator(journey.portal, 'empty@harbor-lamps.com', {
      companyName: 'Empty Lamps LLC',
    });
    expect(await lookAt([...emptyMaturityScreens, ...emptyPolicyScreens], calls)).toEqual([]);
  });

  test('in the middle of the assessment', async () => {
    const newcomer = await makeAdministrator(journey.portal, 'begun@harbor-lamps.com', {
      companyName: 'Half Lamps LLC',
    });
    await beginAssessment(newcomer);
    // the reminder does not open by itself in the first session
    const calls = await signInByCalls(journey.portal.url, 'begun@harbor-lamps.com');
    await calls.post('/profile/updateCustomerPortalData', { cybermaturity: { dontShowRoadBlock: false } });
    const reminder: Screen = {
      name: 'reminder of the assessment',
      path: '/dashboard',
      shows: 'How mature is your security?',
    };
    expect(await lookAt([...begunMaturityScreens, reminder], calls)).toEqual([]);
  });

  test('after the assessment', async () => {
    const companyName = 'Whole Lamps LLC';
    const calls = await makeAdministrator(journey.portal, 'done@harbor-lamps.com', { companyName });
    await completeAssessment(journey.portal, calls, companyName);
    const dashboard: Screen = {
      name: 'dashboard with the assessment',
      path: '/dashboard',
      shows: 'Level of your weakest element',
    };
    expect(await lookAt([...doneMaturityScreens, dashboard], calls)).toEqual([]);
  });

  test('with policies in every state, for who writes, approves and signs them', async () => {
    const calls = await makeAdministrator(journey.portal, 'writer@harbor-lamps.com', {
      companyName: 'Written Lamps LLC',
    });
    const state = await writePolicies(journey.portal, calls);
    const alive = [...(await lookAt(fullPolicyScreens(state), calls)), ...(await lookAt(linkScreens(state)))];
    // the console repeats each refusal, which is what these screens tell
    const dead = (await lookAt(deadLinkScreens(state))).filter((line) => !/status of 4(04|10)/.test(line));
    expect([...alive, ...dead]).toEqual([]);
  });

  test('with people in training, and before there are any', async () => {
    const none = await makeAdministrator(journey.portal, 'untrained@harbor-lamps.com', {
      companyName: 'Untrained Lamps LLC',
    });
    await none.post('/profile/updateCustomerPortalData', { introViewed: { training: true } });
    const calls = await makeAdministrator(journey.portal, 'trainer@harbor-lamps.com', {
      companyName: 'Trained Lamps LLC',
    });
    const state = await trainPeople(journey.portal, calls);
    expect([
      ...(await lookAt(emptyTrainingScreens, none)),
      ...(await lookAt(fullTrainingScreens(state), calls)),
    ]).toEqual([]);
  });
});
