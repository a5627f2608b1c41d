import RosterCore
import Testing
