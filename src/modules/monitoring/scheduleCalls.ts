import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { levelCode, recurrenceCode, schedule, weekIndex, wireInstant } from './entities.ts';

const org = { access: 'org', module: 'monitoring' } as const;
const noWebsite = { 'no-such-website': 404 } as const;
const scheduleRefusals = {
  ...noWebsite,
  'frequency-not-in-plan': 403,
  'level-not-available': 400,
  'date-not-valid': 400,
} as const;

const targetId = z.uuid();

/** How a schedule repeats. For `m` and `q` either a day of the month (31 becomes the last day of shorter months) or a weekday of the month. */
const scheduleBody = {
  recurrence: recurrenceCode,
  /** First scan, UTC ISO without milliseconds and with Z (modules.md 5). */
  dateTime: wireInstant.optional(),
  date_time: wireInstant.optional(),
  scan_profile: levelCode.optional(),
  /** Somebody agrees that scans send the forms of the website; kept with who and when. Until then levels that do run as `safe`. */
  formsConfirmed: z.boolean().optional(),
  /** Kept for later months when the first month is shorter; absent: the day of `dateTime` in Pacific time. */
  dayOfMonth: z
    .int()
    .min(1, 'Not a valid day of the month.')
    .max(31, 'Not a valid day of the month.')
    .optional(),
  run_on_day_of_week: z.boolean().optional(),
  /** 1 Monday to 7 Sunday. */
  scheduled_day_of_week: z.int().min(1).max(7).optional(),
  week_index: weekIndex.optional(),
};

/** Either spelling of an id or a date will do; one of each must be there. */
const withDate = (body: { dateTime?: string | undefined; date_time?: string | undefined }) =>
  body.dateTime !== undefined || body.date_time !== undefined;
const withWeekday = (body: {
  run_on_day_of_week?: boolean | undefined;
  scheduled_day_of_week?: number | undefined;
  week_index?: string | undefined;
}) =>
  body.run_on_day_of_week !== true ||
  (body.scheduled_day_of_week !== undefined && body.week_index !== undefined);
const dateNeeded = { path: ['dateTime'], error: 'Date is not valid.' };
const weekdayNeeded = { path: ['week_index'], error: 'Choose the week and the day of the week.' };

/** Calls about when a website is scanned; part of the module's contract. */
export const scheduleCalls = {
  loadScheduleMap: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/loadScheduleMap',
    summary: 'Schedules by targetId; a website has one or none',
    body: z.object({}),
    reply: z.object({ scheduleMap: z.record(z.string(), z.array(schedule)) }),
    refusals: {},
  }),

  scheduleScan: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/scheduleScan',
    summary: 'Create or replace the schedule of a website',
    body: z
      .object({
        ...scheduleBody,
        targetId: targetId.optional(),
        zeguroTargetId: targetId.optional(),
        targetName: z.string().optional(),
        targetUrl: z.string().optional(),
      })
      .refine((body) => body.targetId !== undefined || body.zeguroTargetId !== undefined, {
        path: ['targetId'],
        error: 'Name the website.',
      })
      .refine(withDate, dateNeeded)
      .refine(withWeekday, weekdayNeeded),
    reply: z.object({ schedule }),
    refusals: scheduleRefusals,
  }),

  editSchedule: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/editSchedule',
    summary: 'Change the schedule of a website',
    body: z
      .object({ ...scheduleBody, targetId, scheduledScanId: z.uuid() })
      .refine(withDate, dateNeeded)
      .refine(withWeekday, weekdayNeeded),
    reply: z.object({ schedule }),
    refusals: { ...scheduleRefusals, 'no-such-schedule': 404 },
  }),

  probelyUpdateSchedule: endpoint({
    ...org,
    method: 'POST',
    path: '/monitoring/webapps/probelyUpdateSchedule',
    summary: 'Work out the next scan of a website anew and give its schedule',
    body: z.object({ targetId }),
    reply: z.object({ schedules: z.array(schedule) }),
    refusals: noWebsite,
  }),
} as const;
