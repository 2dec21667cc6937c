import { Picker } from '#web/ui/Picker.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import { PickerField } from '#web/ui/form/fields.tsx';
import { OrderedPicksField } from '#web/ui/form/OrderedPicksField.tsx';
import { payCodePicker } from '#web/school/pay-codes.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { payCodesAmong, payCodesOf } from './further-values.ts';

/** The teacher of a class, and further ones (R-TEACH-1); for users who set pay codes, each with their own. */
export function TeacherFields({ withPay }: { withPay: boolean }) {
  const { form } = useFormState();
  return (
    <div>
      <PickerField name="teacher_id" label="Teacher" source={teacherPicker} />
      <OrderedPicksField
        name="co_teachers"
        label="Further teachers"
        one="teacher"
        source={teacherPicker}
        first="teacher_id"
        {...(withPay && {
          onPicked: (ids: number[]) =>
            form.setFieldValue('co_teacher_pay', payCodesAmong(form.getValues(), ids)),
          Detail: PayCode,
        })}
      />
    </div>
  );
}

/** The pay code of a further teacher; empty is that of the class. */
function PayCode({ id, title }: { id: number; title: string }) {
  const { form } = useFormState();
  const codes = payCodesOf(form.values);
  return (
    <Picker
      label={`Pay code of ${title}`}
      placeholder="That of the class"
      source={payCodePicker}
      value={codes[id] ?? null}
      onChange={(code) => form.setFieldValue('co_teacher_pay', { ...codes, [id]: code })}
    />
  );
}
