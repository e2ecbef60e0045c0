import { InviteButton, InviteFields, useInviting } from '../../../administration/inviting/invite-fields.tsx';
import { Form } from '../../../design/form.tsx';

export function ColleaguesStep() {
  const inviting = useInviting();
  return (
    <Form onSubmit={inviting.submit} className="flex max-w-2xl flex-col items-start gap-4 p-4 *:w-full md:p-5">
      <InviteFields inviting={inviting} />
      <div>
        <InviteButton inviting={inviting} />
      </div>
    </Form>
  );
}
