import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import dayjs from 'dayjs';
import type { PayrollStats, StatGroup } from '../../../contract/payroll.ts';
import { hoursOf, moneyOf } from '../../ui/names.ts';
import classes from './Portal.module.css';

type Group = NonNullable<PayrollStats['groups']>[number];

interface StatsChartsProps {
  by: StatGroup;
  groups: Group[];
}

const words: Record<StatGroup, string> = { teacher: 'teacher', week: 'week', pay_code: 'pay code' };
const rowHeight = 26;
const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const short = (value: number) => compact.format(value);

/** Hours and amount side by side, and the same numbers as a table. */
export function StatsCharts({ by, groups }: StatsChartsProps) {
  const data = groups.map((group) => ({
    title: by === 'week' ? dayjs(group.title).format('D MMM YYYY') : group.title,
    Hours: group.minutes / 60,
    Amount: Number(group.amount),
  }));
  return (
    <>
      <div className={classes.charts}>
        {(['Hours', 'Amount'] as const).map((name) => (
          <figure key={name} className={classes.chart}>
            <figcaption>
              {name} by {words[by]}
            </figcaption>
            <div aria-hidden="true">
              <BarChart
                h={by === 'week' ? 240 : Math.max(120, data.length * rowHeight + 40)}
                data={data}
                dataKey="title"
                orientation={by === 'week' ? 'horizontal' : 'vertical'}
                series={[{ name, color: name === 'Hours' ? 'spruce.6' : 'amber.6' }]}
                xAxisProps={by === 'week' ? {} : { tickFormatter: short }}
                yAxisProps={by === 'week' ? { width: 50, tickFormatter: short } : { width: 120, interval: 0 }}
                valueFormatter={(value) => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
                barChartProps={{ accessibilityLayer: false }}
                barProps={{ isAnimationActive: false, radius: 3 }}
                gridAxis={by === 'week' ? 'x' : 'y'}
              />
            </div>
          </figure>
        ))}
      </div>
      <details>
        <summary>Show as table</summary>
        <section className={`at-scroll ${classes.numbers}`} tabIndex={0} aria-label={`Sums by ${words[by]}, table`}>
          <table className="at-table">
            <thead>
              <tr>
                <th className={classes.first}>{words[by]}</th>
                <th>Check-ins</th>
                <th>Hours</th>
                <th>Amount</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group, at) => (
                <tr key={String(group.key)}>
                  <td>{data[at]!.title}</td>
                  <td>{group.count}</td>
                  <td>{hoursOf(group.minutes)}</td>
                  <td>{moneyOf(group.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}
