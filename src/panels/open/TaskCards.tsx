import { ExportCard } from '../export/ExportCard.tsx'
import { OpeningCard } from './OpeningCard.tsx'

export const TaskCards = () => (
  <>
    <OpeningCard />
    <ExportCard />
  </>
)
