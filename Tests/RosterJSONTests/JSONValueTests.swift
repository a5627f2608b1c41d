import RosterJSON
import Testing
