import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { PayrollStats, StatGroup } from '#contract/pay/payroll.ts';
import { hoursOf, longDate, moneyOf } from '#web/ui/format.ts';
import classes from './Portal.module.css';

type Group = NonNullable<PayrollStats['groups']>[number];

interface StatsChartsProps {
  by: StatGroup;
  groups: Group[];
}

const labels: Record<StatGroup, string> = {
  teacher: 'teacher',
  week: 'week',
  pay_code: 'pay code',
};
const rowHeight = 26;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number) => compact.format(value);

/** Charts of hours and amounts, and the same data as a table. */
export function StatsCharts({ by, groups }: StatsChartsProps) {
  const titleOf = ({ title }: (typeof groups)[number]) => (by === 'week' ? longDate(title) : title);
  const data = groups.map((group) => ({
    title: titleOf(group),
    Hours: group.minutes / 60,
    Amount: Number(group.amount),
  }));
  return (
    <>
      <div className={classes.charts}>
        {(['Hours', 'Amount'] as const).map((name) => (
          <figure key={name} className={classes.chart}>
            <figcaption>
              {name} by {labels[by]}
            </figcaption>
            <div aria-hidden="true">
              <BarChart
                h={by === 'week' ? 240 : Math.max(120, data.length * rowHeight + 40)}
                data={data}
                dataKey="title"
                orientation={by === 'week' ? 'horizontal' : 'vertical'}
                series={[{ name, color: name === 'Hours' ? 'spruce.6' : 'amber.6' }]}
                xAxisProps={by === 'week' ? {} : { tickFormatter: short }}
                yAxisProps={
                  by === 'week' ? { width: 50, tickFormatter: short } : { width: 120, interval: 0 }
                }
                valueFormatter={(value) =>
                  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
                }
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
        <section
          className={`at-scroll ${classes.numbers}`}
          tabIndex={0}
          aria-label={`Sums by ${labels[by]}, table`}
        >
          <table className="at-table">
            <thead>
              <tr>
                <th className={classes.first}>{labels[by]}</th>
                <th>Check-ins</th>
                <th>Hours</th>
                <th>Amount</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={String(group.key)}>
                  <td>{titleOf(group)}</td>
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
