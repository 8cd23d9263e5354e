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
set "refused="
if not defined JAVA_HOME goto path
set "home=%JAVA_HOME:"=%"
set "refused=JAVA_HOME is ignored: %home% has no bin\java.exe"
set "java=%home%\bin\java.exe"
if not exist "%java%" goto path
set "refused=JAVA_HOME is ignored: %home% is older than Java 17"
call :version
if %major% geq 17 goto found
:path
set "java="
for %%j in (java.exe) do set "java=%%~$PATH:j"
if not defined java goto none
set "home=%java%\..\.."
call :version
if %major% lss 17 goto oldest
rem What is expanded with exclamation marks is not parsed again: the name of a folder may contain an ampersand.
setlocal EnableDelayedExpansion
if defined refused echo mimeo: warning: !refused!: using !java! 1>&2
endlocal
goto found
:oldest
if not defined refused set "refused=%java% is older than Java 17"
:none
if defined refused set "refused=%refused%; "
setlocal EnableDelayedExpansion
echo mimeo: !refused!install Java 17 or newer, or set JAVA_HOME to its folder 1>&2
exit /b 1
:version
rem The release file tells the version without starting Java. A Java without one is taken for a new one.
set "major=17"
if not exist "%home%\release" exit /b 0
for /f "usebackq tokens=1,2 delims==." %%a in ("%home%\release") do if "%%a"=="JAVA_VERSION" set "major=%%b"
set "major=%major:"=%"
exit /b 0
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
for %%c in (csv2ds txt2ds convert dscat dsexport dsinfo dsmerge dsrecover dssort dsverify) do if "%command%"=="%%c" set "limit=64"
rem What it does is mostly done by native codecs.
if "%command%"=="dsrepack" set "limit=192"
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
rem Loops are compiled after a sixth of the usual rounds, which short runs would spend in the interpreter. A Java that is newer than those
rem tested may not have the option; the version of the one that comes with Mimeo is not looked up.
set "loops=-XX:Tier3BackEdgeThreshold=10000"
if "%major%" gtr "25" set "loops="
rem This console is there only if a person looks at it.
"%java%" -Xshare:auto -Xlog:disable -Xlog:all=error:stderr %loops% -Djdk.console=java.base %tuning% %JAVA_OPTS% -jar "%app%\mimeo.jar" %*
exit /b %errorlevel%
