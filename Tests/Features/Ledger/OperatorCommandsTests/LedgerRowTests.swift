import LedgerOperatorCommands
import Testing

@Suite struct LedgerRowTests {}
