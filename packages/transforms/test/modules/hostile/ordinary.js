// An ordinary module beside the hostile ones.
export default async ({ payload }) => {
  await undefined;
  return { message: `ordinary ${payload.id}` };
};
