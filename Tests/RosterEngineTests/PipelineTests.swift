import Testing

@testable import RosterEngine

@Suite struct PipelineTests {}
