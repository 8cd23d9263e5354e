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
rem Compiling well costs more than it saves where inputs are small. Commands whose arguments may be expressions are left out: a quote
rem in them would be taken for one of this script.
set "limit="
set "weight=1"
if "%command%"=="scan" set "limit=64"
for %%c in (csv2ds txt2ds convert dscat dsexport dsinfo dsmerge dsrecover dsrepack dssort dsverify) do if "%command%"=="%%c" set "limit=64"
rem Only these have a second word that surely is no expression.
if "%command%"=="garage" goto group
if not "%command%"=="nfs" goto limited
:group
if "%command% %~2"=="garage pack" set "limit=64"
if "%command% %~2"=="nfs summary" set "limit=2048"
if "%command% %~2"=="nfs convert" set "limit=2048"
if "%limit%"=="2048" set "weight=32"
if "%command% %~2"=="nfs info" set "limit=512"
if "%command% %~2"=="nfs report" set "limit=512"
if "%limit%"=="512" set "weight=8"
:limited
if not defined limit goto run
rem Megabytes, for numbers have 31 bits here; each file counts one at least.
set "sum=0"
:argument
if [%1]==[] goto measured
rem The length of standard input is not known, nor that of a folder, and codecs in Java are faster when they are compiled well.
for %%w in (- lzo lzf bz2 all best) do if /i "%~1"=="%%w" goto large
for %%w in (.bz2 .xz) do if /i "%~x1"=="%%w" goto large
set "attributes=%~a1"
if not defined attributes goto shifted
if "%attributes:~0,1%"=="d" goto large
set "bytes=%~z1"
if not defined bytes goto large
set "megabytes=%bytes:~0,-6%"
if not defined megabytes set "megabytes=0"
if %megabytes% gtr 99999 goto large
set "times=1"
for %%w in (.ds .gz .zst .lz4) do if /i "%~x1"=="%%w" set "times=%weight%"
set /a "sum+=times*(megabytes+1)"
if %sum% gtr %limit% goto large
:shifted
shift
goto argument
:measured
if %sum%==0 goto large
set "tuning=-XX:TieredStopAtLevel=1 %tuning%"
if "%command%"=="scan" set "tuning=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
goto run
:large
rem Half of the time would be that of the compiler, which has less to do where less is inlined.
if "%limit%"=="2048" set "tuning=-XX:FreqInlineSize=100 -XX:InlineSmallCode=1000 %tuning%"
:run
rem There can be only one collector, and the first size of the heap is not to exceed the limit.
if defined JAVA_OPTS set "tuning="
rem This console is there only if a person looks at it.
"%java%" -Xshare:auto -Xlog:disable -Xlog:all=error:stderr -Djdk.console=java.base %tuning% %JAVA_OPTS% -jar "%app%\mimeo.jar" %*
exit /b %errorlevel%
