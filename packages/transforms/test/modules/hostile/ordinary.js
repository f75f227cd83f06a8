// Minds its own business while the others do not.
export default async ({ payload }) => {
  await undefined;
  return { message: `ordinary ${payload.id}` };
};
