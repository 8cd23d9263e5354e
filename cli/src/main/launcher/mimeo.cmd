@echo off
rem Starts Mimeo on Windows, as bin/mimeo does elsewhere.
rem
rem JAVA_HOME   the Java to use, 17 or newer, where the distribution has none of its own; otherwise the one on the PATH
rem JAVA_OPTS   further options for Java, such as -Xmx4g
setlocal DisableDelayedExpansion
rem No blocks in parentheses: the name of a folder may contain one.
set "app=%~dp0.."
set "java=%app%\runtime\bin\java.exe"
if exist "%java%" goto found
if not defined JAVA_HOME goto path
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto check
echo mimeo: JAVA_HOME is %JAVA_HOME%, which has no bin\java.exe: set it to the folder of a Java 17 or newer 1>&2
exit /b 1
:path
set "java=java.exe"
where /q java.exe && goto found
echo mimeo: no Java found: install Java 17 or newer, or set JAVA_HOME to its folder 1>&2
exit /b 1
:check
rem The release file tells the version without starting Java. A dot stands for the quote.
findstr /r /c:"^JAVA_VERSION=.1\.[0-9]" /c:"^JAVA_VERSION=.9" /c:"^JAVA_VERSION=.1[0-6]" "%JAVA_HOME%\release" >nul 2>&1 || goto found
echo mimeo: JAVA_HOME is %JAVA_HOME%, which is older than Java 17: set it to the folder of a Java 17 or newer 1>&2
exit /b 1
:found
set "command=%~1"
if not defined command set "command=--help"
set "tuning="
for /f "usebackq eol=# tokens=1,*" %%a in ("%app%\lib\jvm-options.txt") do if "%%a"=="%command%" set "tuning=%%b"
rem There can be only one collector, and the first size of the heap is not to exceed the limit.
if defined JAVA_OPTS set "tuning="
rem This console is there only if a person looks at it.
"%java%" -Xshare:auto -Xlog:disable -Xlog:all=error:stderr -Djdk.console=java.base %tuning% %JAVA_OPTS% -jar "%app%\mimeo.jar" %*
exit /b %errorlevel%
