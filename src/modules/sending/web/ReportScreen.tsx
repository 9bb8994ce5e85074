import { Button, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { DrawingTrouble } from '#ui/drawings/DrawingTrouble.tsx';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { messageOf } from './messages.ts';
import { isDeadLink, useReport, useReportLink } from './queries.ts';
import classes from './Report.module.css';

type PageProps = { drawing: ReactNode; title: string; action?: ReactNode; children: ReactNode };

const Page = ({ children, ...rest }: PageProps) => (
  <MessagePage header={<HeaderBar logo={<BrandLogo href="/" />} />} {...rest}>
    {children}
  </MessagePage>
);

/** What the emails were about, as their reader knows them. */
const aboutWords = {
  signing: 'asked you to sign policies',
  training: 'asked you to take security training',
  approval: 'asked you to approve a policy',
  invitation: 'invited you to administer it',
  issue: 'asked you to fix a security issue on a website',
} as const;

/** Reports an email that its reader did not expect. Opening the page changes nothing. */
export function ReportScreen() {
  const { token = '' } = useParams();
  const link = useReportLink(token);
  const report = useReport(token);
  const [comment, setComment] = useState('');
  const { data } = link;
  if (link.isPending) return <LoadingText page>Opening the link...</LoadingText>;
  if (!data && isDeadLink(link.error))
    return (
      <Page drawing={<DrawingLost />} title="This link does not work">
        Some email programs cut long links in two: copy the whole link. You can also write to{' '}
        {fillWords('support@{emaildomain}')}.
      </Page>
    );
  if (!data)
    return (
      <Page
        drawing={<DrawingTrouble />}
        title="This page could not be loaded"
        action={
          <Button loading={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(link.error)} Nothing was reported.
      </Page>
    );
  if (data.reported)
    return (
      <Page drawing={<DrawingMail />} title="Thank you for your report">
        You will get no further email from this organization through {fillWords('{brand}')}. Our support team
        looks at every report. The organization does not learn who sent it.
      </Page>
    );
  return (
    <Page
      drawing={<DrawingMail />}
      title="Report this email?"
      action={
        <form
          className={`${classes.form} mx-auto grid gap-4 text-start`}
          aria-label="Report this email"
          onSubmit={(event) => {
            event.preventDefault();
            if (!report.isPending) report.mutate({ token, comment });
          }}
        >
          <Textarea
            label="What was wrong with it? (optional)"
            description="Only our support team reads this."
            maxLength={1000}
            rows={3}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={report.isPending}>
            Report and stop these emails
          </Button>
        </form>
      }
    >
      <p>
        An organization that calls itself <q>{data.companyName}</q> {aboutWords[data.about]}.
      </p>
      <p>
        If you work with this organization, close this page: nothing has happened. If you do not know it,
        report it. It can then no longer send you email through {fillWords('{brand}')}.
      </p>
    </Page>
  );
}
