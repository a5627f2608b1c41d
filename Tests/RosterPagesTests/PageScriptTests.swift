import Testing

@testable import RosterPages

/// The modules of the page, which browsers get as one file.
@Suite struct PageScriptTests {
  private static let lines = PageResource.pageJS.text.split(separator: "\n")

  @Test func nothingIsImportedOrExported() {
    #expect(!Self.lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
    #expect(Self.lines.contains { $0.hasPrefix("function steer()") })
  }

  @Test func modulesStandBehindThoseThatTheyImport() {
    var names: Set<Substring> = []
    for module in PageScript.modules {
      let text = String(decoding: module.contents, as: UTF8.self)
      for imported in text.matches(of: /(?m)^(?:import|\}) .*'\.\/([a-z]+\.js)';$/) {
        #expect(names.contains(imported.output.1), "\(module.name) imports \(imported.output.1)")
      }
      names.insert(module.name[...])
    }
    #expect(names.count == PageScript.modules.count)
  }

  @Test func namesAtTheTopAreDifferent() {
    let names = Self.lines.compactMap {
      $0.prefixMatch(of: /(?:async )?(?:const|let|function|class) (\w+)/)?.output.1
    }
    #expect(names.count > 100 && Set(names).count == names.count)
  }
}
