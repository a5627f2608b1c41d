/// A folder of sources, and what it may import: the table in Sources/README.md.
///
/// The manifest says the same, but an incremental build does not notice an import that leaks.
struct Room {
  let folder: String
  let imports: Set<String>

  static let all = [
    Room(folder: "Sources/RosterJSON", imports: []),
    Room(folder: "Sources/RosterCore", imports: ["RosterJSON"]),
    Room(
      folder: "Sources/RosterConcurrency",
      imports: ["CAtomics", "CQueues", "Darwin", "Glibc", "Musl"]),
    Room(folder: "Sources/RosterGeometry", imports: []),
    Room(
      folder: "Sources/RosterLayout",
      imports: ["RosterConcurrency", "RosterGeometry", "Darwin", "Glibc", "Musl"]),
    Room(folder: "Sources/RosterText", imports: ["RosterLayout", "RosterConcurrency"]),
    Room(
      folder: "Sources/RosterFonts",
      imports: ["RosterText", "CFontconfig", "CFreeType", "CHarfBuzz"]),
    Room(folder: "Sources/RosterLayoutCases", imports: ["RosterLayout", "RosterJSON"]),
    Room(
      folder: "Sources/RosterComponents",
      imports: ["RosterCore", "RosterJSON", "RosterLayout", "Foundation"]),
    Room(
      folder: "Sources/RosterMounting",
      imports: [
        "RosterCore", "RosterComponents", "RosterJSON", "RosterLayout", "Darwin", "Glibc", "Musl",
      ]),
    Room(
      folder: "Sources/RosterWidgets",
      imports: ["RosterCore", "RosterComponents", "RosterJSON", "RosterLayout", "RosterText"]),
    Room(
      folder: "Sources/RosterPresenting",
      imports: [
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLayout",
        "RosterMounting",
      ]),
    Room(
      folder: "Sources/RosterNavigation",
      imports: [
        "RosterConcurrency",
        "RosterCore", "RosterComponents", "RosterEngine", "RosterJSON", "RosterLayout",
        "Foundation",
      ]),
    Room(
      folder: "Sources/RosterTerminal",
      imports: [
        "RosterComponents", "RosterJSON", "RosterLayout", "RosterMounting", "RosterText",
        "RosterWidgets", "RosterConcurrency", "Darwin", "Glibc", "Musl",
      ]),
    Room(
      folder: "Sources/RosterImages",
      imports: [
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLayout",
        "RosterMounting", "RosterWidgets", "AsyncHTTPClient", "CPictures", "CWebP", "CZlib",
        "NIOCore", "NIOHTTP1", "RosterConcurrency", "Darwin", "Glibc", "Musl",
        "Foundation",
      ]),
    Room(
      folder: "Sources/RosterBrowsing",
      imports: [
        "RosterCore", "RosterComponents", "RosterEngine", "RosterJSON", "RosterLayout",
        "RosterWidgets",
      ]),
    Room(
      folder: "Sources/RosterPages",
      imports: [
        "RosterConcurrency",
        "CPageFiles", "RosterBrowsing", "RosterCore", "RosterComponentLists", "RosterComponents",
        "RosterEngine",
        "RosterJSON", "RosterNavigation", "Foundation",
      ]),
    Room(
      folder: "Sources/RosterInspecting",
      imports: [
        "RosterConcurrency",
        "RosterCore", "RosterComponentLists", "RosterComponents", "RosterEngine", "RosterJSON",
        "RosterLog",
        "RosterPages", "RosterPostgres", "RosterRows", "RosterStore", "Dispatch",
      ]),
    Room(
      folder: "Sources/RosterWeb",
      imports: [
        "RosterJSON", "RosterPages", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "Logging",
        "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL",
        "NIOWebSocket", "Foundation", "RosterConcurrency",
      ]),
    Room(
      folder: "Sources/RosterRendererKit",
      imports: [
        "RosterCore", "RosterComponents", "RosterJSON", "RosterLayout", "RosterLog",
        "RosterMounting", "RosterReproducers", "RosterTesting",
      ]),
    Room(
      folder: "Sources/RosterApple",
      imports: [
        "RosterCore", "RosterEngine", "RosterToolkitStubs", "AppKit", "Foundation", "UIKit",
      ]),
    Room(
      folder: "Sources/RosterToolkitStubs",
      imports: ["RosterCore", "RosterToolkitModels", "Foundation"]),
    Room(folder: "Sources/RosterToolkitModels", imports: ["RosterCore"]),
    Room(folder: "Sources/RosterFaults", imports: ["RosterConcurrency", "RosterCore"]),
    Room(
      folder: "Sources/RosterTesting",
      imports: ["RosterConcurrency", "RosterCore", "RosterEngine", "RosterFaults", "Foundation"]),
    Room(folder: "Sources/RosterLog", imports: ["RosterCore", "RosterJSON"]),
    Room(
      folder: "Sources/RosterRows",
      imports: ["RosterConcurrency", "RosterCore", "RosterJSON", "Foundation"]),
    Room(
      folder: "Sources/RosterStore",
      imports: [
        "RosterConcurrency", "RosterCore", "RosterRows", "Migrations", "CSQLite", "Dispatch",
        "Darwin", "Foundation", "Glibc", "Musl", "Swift",
      ]),
    Room(
      folder: "Sources/RosterGRDB",
      imports: [
        "RosterConcurrency", "RosterCore", "RosterEngine", "RosterRows", "RosterStore",
        "Foundation",
        "GRDB",
      ]),
    Room(
      folder: "Sources/RosterPostgres",
      imports: ["RosterCore", "RosterRows", "Migrations", "CPostgres", "Foundation"]),
    Room(
      folder: "Sources/RosterEngine",
      imports: [
        "RosterConcurrency", "RosterCore", "RosterGeometry", "RosterJSON", "DequeModule",
        "Dispatch",
        "Foundation",
      ]),
    Room(
      folder: "Sources/RosterComponentLists",
      imports: [
        "RosterComponents", "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLayout", "RosterRows", "Foundation",
      ]),
    Room(
      folder: "Sources/RosterObservability",
      imports: [
        "RosterConcurrency", "RosterCore", "RosterEngine", "Logging", "Metrics", "CoreMetrics",
        "os",
      ]),
    Room(
      folder: "Sources/RosterSync",
      imports: [
        "RosterComponents", "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON",
        "RosterLog", "RosterRows", "Foundation",
      ]),
    Room(
      folder: "Sources/RosterHub",
      imports: [
        "RosterCore", "RosterJSON", "RosterPages", "RosterSync", "RosterWeb", "AsyncHTTPClient",
        "CZlib", "NIOCore", "NIOHTTP1", "NIOSSL", "Dispatch", "RosterConcurrency",
      ]),
    Room(
      folder: "Sources/RosterReplay",
      imports: [
        "RosterCore", "RosterJSON", "RosterLayout", "RosterComponentLists", "RosterComponents",
        "RosterLog",
        "RosterEngine", "DequeModule",
      ]),
    Room(
      folder: "Sources/RosterImport",
      imports: ["RosterCore", "RosterJSON", "RosterLog", "Subprocess", "Foundation"]),
    Room(
      folder: "Sources/RosterReproducers", imports: ["RosterCore", "RosterJSON", "RosterLog"]),
    Room(
      folder: "Sources/RosterDerived",
      imports: [
        "RosterConcurrency", "RosterCore", "RosterEngine", "RosterJSON", "RosterRows", "Darwin",
        "Foundation", "Glibc", "Musl",
      ]),
    Room(
      folder: "Sources/Roster",
      imports: [
        "RosterCore", "RosterJSON", "RosterEngine",
        "RosterPostgres", "RosterRows", "RosterStore", "Foundation", "Observation",
      ]),
    Room(
      folder: "Sources/RosterC",
      imports: [
        "CRoster", "RosterConcurrency", "RosterCore", "RosterDerived", "RosterEngine",
        "RosterJSON", "RosterLog", "RosterRows", "RosterStore", "Dispatch", "Darwin", "Glibc",
        "Musl",
      ]),
    Room(folder: "Migrations", imports: []),
    Room(
      folder: "Tools/roster",
      imports: [
        "RosterCore", "RosterJSON", "RosterLayout", "RosterText", "RosterComponentLists",
        "RosterComponents", "RosterDerived",
        "RosterLayoutCases", "RosterLog", "RosterPostgres", "RosterRows", "RosterStore",
        "RosterEngine", "RosterObservability",
        "RosterReplay", "RosterImport", "RosterReproducers", "RosterBrowsing", "RosterHub",
        "RosterInspecting",
        "RosterMounting", "RosterPages", "RosterPresenting", "RosterRendererKit", "RosterSync",
        "RosterTerminal", "RosterWeb", "RosterWidgets", "ArgumentParser", "Dispatch", "Foundation",
        "Logging",
      ]),
    Room(
      folder: "Tools/commands",
      imports: [
        "Roster", "RosterTerminal", "RosterText", "RosterWeb", "ArgumentParser", "Foundation",
      ]),
    Room(
      folder: "Tools/todo",
      imports: [
        "Roster", "RosterCommands", "RosterDerived", "RosterGRDB", "GRDB", "ArgumentParser",
        "Foundation",
      ]),
    Room(
      folder: "Tools/outbox", imports: ["Roster", "RosterCommands", "ArgumentParser", "Foundation"]),
    Room(
      folder: "Tools/feed",
      imports: [
        "Roster", "RosterCommands", "RosterComponentLists", "RosterComponents", "RosterInspecting",
        "RosterLayout",
        "RosterPages", "RosterPresenting", "RosterTerminal", "RosterWeb", "RosterWidgets",
        "ArgumentParser", "Foundation",
      ]),
    Room(
      folder: "Tools/PhotoApp",
      imports: [
        "Roster", "RosterCommands", "RosterComponentLists", "RosterComponents", "RosterImages",
        "RosterLayout",
        "RosterMounting", "RosterNavigation", "RosterPages", "RosterPresenting", "RosterTerminal",
        "RosterWeb", "RosterWidgets",
        "ArgumentParser", "AsyncHTTPClient", "Foundation", "HTTPTypes", "HummingbirdCore",
        "NIOCore", "NIOHTTP1",
        "RosterConcurrency",
      ]),
    Room(
      folder: "Tools/benchmark",
      imports: [
        "Roster", "RosterCore", "RosterJSON", "RosterLayout", "RosterComponentLists",
        "RosterComponents",
        "RosterDerived", "RosterLog",
        "RosterMounting", "RosterGRDB", "RosterPostgres", "RosterPresenting", "RosterStore",
        "RosterEngine", "RosterReplay", "RosterSync", "RosterTerminal", "ArgumentParser",
        "CPostgres", "CRoster", "CSQLite", "RosterC", "Dispatch",
        "Foundation", "GRDB", "Observation",
      ]),
    Room(folder: "Tools/fuzzing", imports: ["RosterFuzz", "Dispatch", "Foundation"]),
    Room(
      folder: "Tools/attacks",
      imports: [
        "RosterAttacks", "RosterStore", "ArgumentParser", "Foundation",
      ]),
  ]
}
